/**
 * What Word writes about looks that markdown has none for, and traces of its own work: more than half of a document. Each
 * stands alone, so that nothing else can lie in it.
 */
const UNREAD_NAMES = [
  ...['adjustRightInd', 'autoSpaceDE', 'autoSpaceDN', 'bCs', 'bar', 'bdr', 'between', 'bidi', 'bookmarkEnd', 'bottom'],
  ...['cantSplit', 'color', 'contextualSpacing', 'cs', 'divId', 'eastAsianLayout', 'effect', 'emboss', 'end'],
  ...['fitText', 'gridAfter', 'gridBefore', 'gridCol', 'iCs', 'imprint', 'ind', 'insideH', 'insideV', 'jc'],
  ...['keepLines', 'keepNext', 'kern', 'kinsoku', 'lang', 'lastRenderedPageBreak', 'left', 'mirrorIndents', 'noProof'],
  ...['outline', 'outlineLvl', 'overflowPunct', 'pageBreakBefore', 'position', 'proofErr', 'rFonts', 'right', 'rtl'],
  ...['shadow', 'shd', 'snapToGrid', 'spacing', 'specVanish', 'start', 'suppressAutoHyphens', 'suppressLineNumbers'],
  ...['sz', 'szCs', 'tblCellSpacing', 'tblInd', 'tblLayout', 'tblLook', 'tblOverlap', 'tblW', 'tblpPr', 'tcFitText'],
  ...['tcW', 'textAlignment', 'textDirection', 'tl2br', 'top', 'topLinePunct', 'tr2bl', 'trHeight', 'vAlign', 'w'],
  ...['wAfter', 'wBefore', 'webHidden', 'widowControl', 'wordWrap'],
]
const UNREAD = new RegExp(`<w:(?:${UNREAD_NAMES.join('|')})(?:\\s[^<>]*)?/>`, 'g')
const TABS = /<w:tabs>(?:<w:tab [^<>]*\/>)*<\/w:tabs>/g
/** Numbers of revisions. */
const WITH_TRACES = /<w:(?:p|r|tr) [^<>]*>/g
const TRACES = / (?:w:rsid\w{0,10}|w14:(?:paraId|textId))="[\dA-Fa-f]{0,8}"/g
const EMPTY = /<w:(rPr|pPr|tcPr|trPr|tblPr|tblGrid|pBdr|tblBorders|tcBorders|tblCellMar|tcMar)>\s*<\/w:\1>/g
/** Pieces of one text that looks the same, which checks of spelling leave. */
const PIECES =
  /<w:r><w:t(?: xml:space="preserve")?>[^<]*<\/w:t><\/w:r>(?:<w:r><w:t(?: xml:space="preserve")?>[^<]*<\/w:t><\/w:r>)+/g
const BETWEEN = /<\/w:t><\/w:r><w:r><w:t(?: xml:space="preserve")?>/g

/** Around what a field last said, as a number of a figure or a date: the library leaves out all that lies in it. */
const AROUND_FIELDS = /<\/?w:fldSimple(?:\s+[\w:]+="[^"<]*")*\s*\/?>/g

/** The XML of a text in Word without what becomes nothing, and without what would take texts with it. */
export function leanXml(given: string): string {
  const xml = given.replaceAll(AROUND_FIELDS, '')
  // Other programs might give the names of Word another prefix; what is marked as text is left as it is.
  if (!xml.includes('xmlns:w=') || xml.includes('<!')) return xml
  const bare = xml
    .replaceAll(WITH_TRACES, (tag) => tag.replaceAll(TRACES, ''))
    .replaceAll(UNREAD, '')
    .replaceAll(TABS, '')
  return bare
    .replaceAll(EMPTY, '')
    .replaceAll(EMPTY, '')
    .replaceAll(PIECES, (pieces) => pieces.replaceAll(BETWEEN, '').replace('<w:t>', '<w:t xml:space="preserve">'))
}
