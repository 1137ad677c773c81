// luckysheet begins every cell at the left. As in other spreadsheets, and as in the table for readers, numbers and dates
// stand at the right and truth values in the middle, unless somebody has placed them elsewhere. Called through
// `luckysheet-patches.ts`.
window.usualAlign = ({ ht, ct, v }) => {
  if (ht !== null && ht !== undefined) return ht
  const kind = ct?.t
  if (kind === 'd') return '2'
  if (kind === 'b' || v === true || v === false) return '0'
  const isText = kind === 's' || kind === 'inlineStr' || v === null || v === undefined || String(v).trim() === ''
  return !isText && Number.isFinite(Number(v)) ? '2' : null
}
