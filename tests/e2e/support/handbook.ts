/** A paragraph as Word copies it. */
const paragraph = (html: string): string =>
  `<p class=MsoNormal style='margin-bottom:8.0pt;line-height:107%'><span lang=EN-US style='mso-ansi-language:EN-US'>${html}<o:p></o:p></span></p>`

/** An entry of a list as Word copies it: a paragraph with its mark as text. */
const entry = (level: number, mark: string, html: string): string =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-US style='mso-fareast-font-family:Calibri;mso-bidi-font-family:Calibri'><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-US>${html}<o:p></o:p></span></p>`

const row = (...cells: readonly string[]): string =>
  `<tr style='mso-yfti-irow:1'>${cells
    .map(
      (cell) =>
        `<td width=150 valign=top style='width:112.7pt;border:solid windowtext 1.0pt;mso-border-alt:solid windowtext .5pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal style='margin-bottom:0cm;line-height:normal'><span lang=EN-US>${cell}<o:p></o:p></span></p></td>`,
    )
    .join('\n  ')}</tr>`

/** What the report says. */
export const REVIEW = [
  'The review took place on 14 March in the room beside the operations desk. Present were the two people on call, the owner of the ledger, somebody from the bank, and a colleague from support who had taken the first letters of customers. Nobody was asked who had made the mistake; everybody was asked what they had seen and when.',
  'At 09:12 the job that closes the day began for the second time, because the first run had ended with an error that nobody had read. Both runs wrote to the same file. The bank took the first half of the file at 09:20 and refused the second at 09:31, since the sums at its end did not match the lines above them.',
  'Customers did not notice until noon. From then on 41 letters came in, most of them about a payment that was shown twice. None of the payments had been made twice: the second line was taken back by the bank within the hour, but the screen showed what the file had said. We answered all letters by the evening.',
  'Two things went well. The desk had the address of the bank at hand, and the copy of the night before could be read without asking anybody. Two things went badly: the error of the first run was written to a log that is kept for a day, and the page that explains how to stop the job had not been changed since the move.',
  'Money goes back only by a payment that points to the first one, never by changing a line. The customer is told the day on which the bank will have it, which is the third working day, and not the day on which we asked. More than one refund for the same payment is possible as long as their sum is not above it; the gateway refuses the others. A refund of more than 500 needs a second person, who sees the order and not only the number.',
  'On holidays the bank works in some countries and rests in others, and the shops do not rest at all. A file that is sent on such a day waits, and so do the notices that depend on it, up to four days at Easter. Nothing is wrong then, but everything looks as if it were. The calendar of the bank is read by the job that sends the files, and the desk shows the next day on which one is taken.',
  'On the second working day of each month the figures go to the finance people: how much was taken, how much went back, and what is still open, for each shop and each currency. They are made by a program and read by a person before they go out. If a sum differs from that of the bank by a single cent, they do not go out, and the difference is looked for first. It has been there three times in six years, and each time it was ours.',
  'The bank has its own people on call. Their number is on the wall and in the safe, and they will ask for the word of the month, which the desk gets on the first day of it. Tell them the number of the file and the time to the minute. They can stop a file until it has been taken, and not after that; then the only way is a second file that takes the first one back, and this needs two signatures of ours.',
] as const

/** The second half of a report with its table and its lists, as Word copies it; it ends with the table. */
export const WORD_REPORT = {
  text: `What happened\r\n${REVIEW.join('\r\n')}\r\n`,
  html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Word.Document>
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ops/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument></xml><![endif]-->
<style><!--
@font-face {font-family:Calibri; panose-1:2 15 5 2 2 2 4 3 2 4; mso-font-charset:0;}
p.MsoNormal, li.MsoNormal {mso-style-unhide:no; mso-style-qformat:yes; margin-bottom:8.0pt; font-family:"Calibri",sans-serif;}
@page WordSection1 {size:595.3pt 841.9pt; margin:72.0pt 72.0pt 72.0pt 72.0pt;}
div.WordSection1 {page:WordSection1;}
@list l0 {mso-list-id:1041; mso-list-type:hybrid;}
--></style>
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h2><a name="_Toc1041"></a><span lang=EN-US>What happened</span><span lang=EN-US><o:p></o:p></span></h2>
${REVIEW.map(paragraph).join('\n')}
<h3><span lang=EN-US>What we change<o:p></o:p></span></h3>
${entry(1, '1.', 'The job takes a lock in the table <b>job_runs</b> and ends when it is taken.')}
${entry(2, 'a.', 'The lock names the machine and the hour.')}
${entry(2, 'b.', 'It ends by itself after <i>two hours</i>.')}
${entry(1, '2.', 'Errors go to the desk, not to a log: less than 10<sup>2</sup> a day are expected.')}
${entry(1, '3.', 'The page on <a href="https://example.com/ops/stop-the-job">stopping the job</a> is read aloud once a quarter.')}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184;mso-padding-alt:0cm 5.4pt 0cm 5.4pt'>
${row('<b>Change</b>', '<b>Who</b>', '<b>Until</b>')}
${row('Lock of the job', 'Ledger', '21 March')}
${row('Letters in one queue', 'Support', '4 April')}
${row('Sums checked before sending', 'Bank &amp; ledger', '18 April')}
</table>
<!--EndFragment--></body></html>`,
} as const

/** What the article says. */
export const NOTES = [
  'A signature proves that a notice was sent by us and that nobody has changed it on its way. Check it before you read anything else in the notice, and answer with the number 401 when it is wrong. Do not say why: whoever tries to guess a key learns from every answer that differs from the one before.',
  'The time in the header is part of what is signed. Refuse a notice that is older than five minutes, so that somebody who recorded one cannot send it again the next day. Clocks differ by a few seconds, so accept a time that is up to thirty seconds ahead of yours, and no more than that.',
  'We send a notice again when we do not get an answer within ten seconds: after one minute, five minutes, thirty minutes and then every hour for three days. Your side has to expect the same notice twice. Keep the number of each notice for a week and answer with 200 when you have seen it before.',
] as const

/** A part of an article, as a browser copies it from the page of a code host, with a nested list and code. */
export const WEB_ARTICLE = {
  text: `Checking a signature\n${NOTES.join('\n')}\n`,
  html: `<meta charset='utf-8'><h2 tabindex="-1" class="heading-element" dir="auto" style="box-sizing: border-box; margin-top: 24px; color: rgb(31, 35, 40);">Checking a signature</h2>
${NOTES.slice(0, 2)
  .map(
    (note) =>
      `<p dir="auto" style="box-sizing: border-box; margin-top: 0px; margin-bottom: 16px; color: rgb(31, 35, 40);">${note}</p>`,
  )
  .join('\n')}
<div class="highlight highlight-source-python notranslate position-relative overflow-auto" dir="auto"><pre><span class="pl-k">def</span> <span class="pl-en">is_ours</span>(<span class="pl-s1">body</span>, <span class="pl-s1">header</span>):
    <span class="pl-s1">time</span>, <span class="pl-s1">given</span> = <span class="pl-s1">header</span>.<span class="pl-c1">split</span>(<span class="pl-s">","</span>)
    <span class="pl-k">return</span> <span class="pl-s1">compare_digest</span>(<span class="pl-s1">given</span>, <span class="pl-en">sign</span>(<span class="pl-s1">time</span> + <span class="pl-s1">body</span>))</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" value="x"></clipboard-copy></div></div>
<h3 tabindex="-1" class="heading-element" dir="auto">Being sent twice</h3>
<p dir="auto">${NOTES[2]}</p>
<ul dir="auto">
<li>Answer <strong>before</strong> you begin to work:
<ul dir="auto">
<li>put the notice into a queue,</li>
<li>answer with <code>200</code>.</li>
</ul>
</li>
<li>Read <a href="https://example.com/docs/notices" rel="nofollow">the list of notices</a> for their fields.</li>
</ul>`,
} as const

/** The texts somebody writes around them, one paragraph each. */
export const PARAGRAPHS = {
  purpose:
    'This handbook is for the people who keep the payments running: whoever is on call, whoever answers the letters of customers, and whoever joins the team next. It says what the parts are, how a payment goes through them, what can go wrong, and what to do then. It does not say why things were built as they are; that is in the notes of the meetings.',
  reading:
    'Read the first two parts once, before your first night. The others are for the moment in which something is wrong, so each of them begins with what you see, and only then says what it means. When you find a line that was not true, change it at once: the page is yours as much as anybody else’s, and a handbook that is wrong at 3 a.m. is worse than none.',
  flow: 'A payment begins as an order in the shop. The shop asks the gateway for a number, the gateway asks the bank, and the bank answers within two seconds or not at all. Until then the order is open, and nothing has been taken from anybody. Once the bank has agreed, the ledger gets a line, the shop gets a notice, and the customer gets a letter, in this order. If one of the three fails, it is tried again, and the other two are not held up by it.',
  states:
    'The state of a payment is one word in the table payments, and nothing else counts: not the letter, not the screen of the shop, not what the bank says on the phone. A state only ever goes forward. A payment that was refused stays refused; who wants to try again makes a new one, with a new number, because the bank keeps every number for 90 days.',
  limits:
    'We accept 40 requests a second from each shop and 400 from all of them together. Who asks more often gets the answer 429 and the time to wait. A single shop was above its limit on 3 days of the last year, each time because of a loop in its own program, and n/a is what the other shops show in that column. Amounts are whole cents; 1.10 is written as 110, and 1e3 is not a number here.',
  keys: 'Every shop has two keys, one for reading and one for writing, and both can be replaced at any time without a break: the old one is accepted for 24 hours more. Keys are never sent by mail or written into a page. If you see one where it should not be, replace it first and ask afterwards; nobody was ever blamed for a key that was replaced too early.',
  night:
    'At night there is one person on call and one behind them. The first takes every alarm within ten minutes, writes one line into the channel, and then looks. Writing first matters: two people who repair the same thing without knowing of each other have cost us more than any fault of the machines. If you do not know what to do after half an hour, wake the second one. Nobody will mind, and everybody has done it.',
  backups:
    'A copy of the ledger is made every night at 02:30 and kept for 35 days in another building. Once a month somebody reads one back on a machine of its own and compares the sums with those of the bank. The last time it took 48 minutes for 61 GB. A copy that nobody has read back is a hope and not a copy, so the date of the last one stands on the first page of the desk.',
  customers:
    'Customers write when something looks wrong to them, which is often the first we hear of it. Answer every letter on the same day, even if the answer is that you are still looking. Say what you know, what you do not know, and when you will write again. Never promise an hour that depends on the bank. Prices, names and numbers of cards do not belong in an answer; the number of the payment is enough.',
  change:
    'A change of the gateway is made on a Tuesday or a Wednesday, between 10 and 15 o’clock, by two people, one of whom has not written it. Before it goes out, the list of checks below is done by hand, however small the change is. After it, both stay for an hour and watch the three figures of the desk. If one of them goes out of its range, take the change back first and look for the reason afterwards.',
  words:
    'Some words have one meaning here. An order is what the customer sees, a payment is what the bank sees, and a line is what the ledger sees. A notice goes to a program, a letter goes to a person. When we say closed, the day is closed and nothing of it can change; when we say settled, the money has arrived. Please use them in this way in tickets too: half of all questions at the desk were about which of them was meant.',
  figures:
    'Three figures tell how we are. The share of payments that end within two seconds was 99.2 % last month, and should not be below 98. The number of open orders that are older than an hour was 12 on an ordinary day, and an alarm comes at 50. The age of the oldest notice that was not taken is measured in minutes, and anything above 30 means that a shop is down or has moved without telling us.',
  access:
    'Who joins the team can read everything on the first day and change nothing until the third week. That is not a matter of trust: most of what goes wrong is done by somebody who was sure. After that, each right is given for a year and ends by itself. Nobody has a right that is not in the list, and who needs one at night takes it from the safe, writes down the hour, and gives it back in the morning.',
  trials:
    'There is a second gateway that takes no money, for trials. It has the same program, the same keys with another beginning, and a bank of our own that answers as we like: at once, late, twice, or with nonsense. Shops may use it whenever they want. Before each change the list of real orders of one day is played against it, about 9,000 of them, and what differs from that day is looked at one by one.',
  ending:
    'That is all there is to know for the first month. Everything else is in the pages of the parts, which have the same order: what it does, what it needs, what it looks like when it is broken. If you miss something here, add it where you looked for it first, not where it would fit best. Thank you for reading this far, and a quiet night to you.',
} as const
