import type { Page } from '@playwright/test'

/** Puts this on the clipboard as another program would, and presses the keys for pasting. */
export async function paste(page: Page, content: { readonly html?: string; readonly text?: string }): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(({ html, text }) => {
    const fill = (event: ClipboardEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (html !== undefined) event.clipboardData?.setData('text/html', html)
      if (text !== undefined) event.clipboardData?.setData('text/plain', text)
    }
    window.addEventListener('copy', fill, { capture: true, once: true })
    if (!document.execCommand('copy')) throw new Error('the browser does not let us copy')
  }, content)
  await page.keyboard.press('Control+v')
}

/** Puts a picture on the clipboard, as a program that takes pictures of the screen does. */
export async function copyPicture(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(40, 20)
    canvas.getContext('2d')?.fillRect(0, 0, 40, 20)
    const picture = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
  })
}

/** A range of cells as Excel copies it, with a merged cell and a number that only looks like text. */
export const EXCEL = {
  text: '参数名\t必选\t说明\r\nuser_id\t是\t用户编号\r\n\t否\t\r\n',
  html: `<html xmlns:v="urn:schemas-microsoft-com:vml"
xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel"
xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=ProgId content=Excel.Sheet>
<meta name=Generator content="Microsoft Excel 15">
<style>
<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
td
	{mso-style-parent:style0;
	padding-top:1px;
	mso-ignore:padding;
	color:black;
	font-size:11.0pt;
	mso-font-charset:134;
	mso-number-format:General;}
.xl65
	{mso-style-parent:style0;
	font-weight:700;}
-->
</style>
</head>
<body link="#0563C1" vlink="#954F72">
<table border=0 cellpadding=0 cellspacing=0 width=216 style='border-collapse:
 collapse;width:162pt'>
<!--StartFragment-->
 <col width=72 span=3 style='width:54pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl65 width=72 style='height:15.0pt;width:54pt'>参数名</td>
  <td class=xl65 width=72 style='width:54pt'>必选</td>
  <td class=xl65 width=72 style='width:54pt'>说明</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td rowspan=2 height=40 style='height:30.0pt'>user_id</td>
  <td>是</td>
  <td>用户编号<br>
    第二行</td>
 </tr>
 <tr height=20 style='height:15.0pt'>
  <td height=20 style='height:15.0pt'>否</td>
  <td align=right x:num="1.5">1.50</td>
 </tr>
<!--EndFragment-->
</table>
</body>
</html>`,
} as const

/** A heading, a table and a list as Word copies them. */
export const WORD = {
  text: '接口说明\r\n名称\t类型\r\nid\tint\r\n·\t第一\r\n·\t第二\r\n',
  html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml"
xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style><!-- p.MsoNormal {mso-style-unhide:no; margin:0cm; font-family:"Calibri",sans-serif;} @page WordSection1 {size:595.3pt 841.9pt;} --></style>
</head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<h2><span style='font-family:宋体;mso-ascii-font-family:Calibri'>接口说明</span><span lang=EN-US><o:p></o:p></span></h2>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=276 valign=top style='width:207.4pt'><p class=MsoNormal><b><span style='font-family:宋体'>名称</span></b><span lang=EN-US><o:p></o:p></span></p></td>
  <td width=276 valign=top style='width:207.4pt'><p class=MsoNormal><b><span style='font-family:宋体'>类型</span></b><span lang=EN-US><o:p></o:p></span></p></td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=276 valign=top style='width:207.4pt'><p class=MsoNormal><span lang=EN-US>id<o:p></o:p></span></p></td>
  <td width=276 valign=top style='width:207.4pt'><p class=MsoNormal><span lang=EN-US>int<o:p></o:p></span></p></td>
 </tr>
</table>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>第一</span></p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span style='font-family:宋体'>第二</span></p>
<!--EndFragment--></body></html>`,
} as const
