use super::super::samples::{TURN, blob, change_each, is_a, listed, log, members, opened, read, sample, text};
use super::*;
use crate::text::tries::stride;

#[test]
fn the_parts_of_a_mail_are_its_members() {
    let bytes = sample("mail/parts.eml");
    assert!(is_a(&MAIL, &bytes) && !is_a(&MBOX, &bytes));
    let contents = opened(&MAIL, &bytes, &Limits::default());
    assert_eq!(
        listed(&contents),
        [
            "body.txt: - from 49, 1995-07-04 23:59:58, quoted-printable",
            "Zug größer.txt: - from 280, 1995-07-04 23:59:58, base64",
            "_.._WAR_GAME.LOG: - from 412, 1995-07-04 23:59:58, base64",
            "5.eml: 215 from 215, 1995-07-04 23:59:58, plain",
        ]
    );
    assert_eq!(text(&contents, "body.txt"), "Hallo,\r\nder Zug ist größer als sonst.\r\n");
    assert_eq!(text(&contents, "Zug größer.txt"), TURN);
    assert_eq!(text(&contents, "_.._WAR_GAME.LOG"), log()[..300]);
    let inner = text(&contents, "5.eml");
    assert!(is_a(&MAIL, inner.as_bytes()));
    let inner = opened(&MAIL, inner.as_bytes(), &Limits::default());
    assert_eq!(text(&inner, "body.txt"), "Alaska holds\r\n");
}

#[test]
fn the_parts_of_the_mails_of_a_file_are_its_members() {
    let bytes = sample("mail/three.mbox");
    assert!(is_a(&MBOX, &bytes) && !is_a(&MAIL, &bytes));
    let contents = opened(&MBOX, &bytes, &Limits::default());
    assert_eq!(
        listed(&contents),
        [
            "0001-Turn 12/body.txt: - from 49, 1995-07-04 23:59:58, plain",
            "0002-save game/TURN12.TXT: - from 284, 1995-07-05 01:02:03, uuencoded",
            "0002-save game/body.txt: 324 from 324, 1995-07-05 01:02:03, plain",
            "0003/body.html: 19 from 19, -, plain",
        ]
    );
    assert_eq!(text(&contents, "0001-Turn 12/body.txt"), "Orders follow.\n\nFrom Kamchatka I attack Alaska.\n");
    assert_eq!(text(&contents, "0002-save game/TURN12.TXT"), TURN);
    assert!(text(&contents, "0002-save game/body.txt").ends_with("\nend\n\nBo\n"));
    assert_eq!(text(&contents, "0003/body.html"), "<p>Only a page</p>\n");
}

#[test]
fn damaged_mails_are_read_as_far_as_they_go() {
    let bytes = sample("mail/three.mbox");
    cut_everywhere_but_its_text(&bytes);
    let limits = Limits::default();
    let step = stride(3);
    change_each(&MBOX, &bytes, (0..bytes.len()).step_by(step), &limits);
    let parts = sample("mail/parts.eml");
    change_each(&MAIL, &parts, (0..parts.len()).step_by(step), &limits);
    for length in (0..parts.len()).step_by(step) {
        members(&opened(&MAIL, &parts[..length], &limits), &limits);
    }
}

/// Cuts a mailbox in the second mail and checks that the one before stays: a mail that is cut off in its text is just a
/// shorter mail.
fn cut_everywhere_but_its_text(bytes: &[u8]) {
    let second = bytes.windows(8).position(|window| window == b"From bo@").unwrap();
    for length in second + 60..bytes.len() {
        let contents = opened(&MBOX, &bytes[..length], &Limits::default());
        assert_eq!(&*contents.members[0].path, "0001-Turn 12/body.txt");
        assert_eq!(read(&contents, 0, &Limits::default()).0.len(), 48);
    }
}

#[test]
fn texts_are_no_mails() {
    let texts: [&[u8]; 8] = [
        b"From: Bo\nSubject: one\n",
        b"From: Bo\n\nOne header only\n",
        b"To: Al\nSubject: nobody sent it\n\nx\n",
        b"From the north, 12:00\nFrom: Al\nSubject: no blank line\n",
        b"From the north\nFrom: Al\nSubject: no time\n\n",
        b" From: Al\nSubject: indented\n\n",
        b"From: Al\nno header\nSubject: x\n\n",
        b"",
    ];
    for text in texts {
        assert!(!is_a(&MAIL, text) && !is_a(&MBOX, text), "{}", text.escape_ascii());
    }
    assert!(is_a(&MAIL, b"Received: by\n\tsomebody\nFROM: Al\r\n\r\nx"));
    assert!(is_a(&MBOX, b"From al@host Tue Jul  4 23:59 1995\nFrom: Al\nDate: x\n\n"));
}

#[test]
fn the_start_of_a_mail_stands_behind_a_blank_line_and_has_a_time() {
    let first = "From a Tue Jul  4 12:00 1995\nFrom: a\nTo: b\n\n";
    let text = "From here at 12:00 on\nFrom b Wed Jul  5 12:00:00 1995\n\nFrom Sun Aug\n\n";
    let bytes = format!("{first}{text}From b Wed Jul  5 12:00:00 EDT 1995\r\n\r\n").into_bytes();
    let file = blob(&bytes);
    assert_eq!(lines::separators(&file, 10).unwrap(), [0, (first.len() + text.len()) as u64]);
    assert_eq!(lines::separators(&file, 1).unwrap(), [0]);
}

#[test]
fn mails_over_a_limit_are_closed() {
    let limits = Limits { member_size: 300, members: 3, ..Limits::default() };
    assert_eq!(
        listed(&opened(&MBOX, &sample("mail/three.mbox"), &limits)),
        [
            "0001-Turn 12/body.txt: - from 49, 1995-07-04 23:59:58, plain",
            "0002/mail.eml: larger than 300 bytes unpacked",
            "0003/body.html: 19 from 19, -, plain"
        ]
    );
    let parts = [b"From: a\nTo: b\n\n".as_slice(), &b"--\n".repeat(MAX_BOUNDARIES + 1)].concat();
    assert_eq!(
        listed(&opened(&MAIL, &parts, &Limits::default())),
        ["mail.eml: not read: a mail of too many lines or parts"]
    );
}

#[test]
fn parts_in_each_other_end() {
    let mut bytes = b"From: a\nTo: b\n".to_vec();
    for depth in 0..500 {
        bytes.extend(format!("Content-Type: multipart/mixed; boundary=\"{depth}\"\n\n--{depth}\n").as_bytes());
    }
    assert_eq!(listed(&opened(&MAIL, &bytes, &Limits::default())), ["mail.eml: damaged: Recursion limit reached"]);
}
