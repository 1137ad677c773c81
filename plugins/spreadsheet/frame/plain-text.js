// Input is text: through `luckysheet-patches.ts` luckysheet calls this before it treats the text of a cell as HTML.
{
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  /** luckysheet's markup around the parts of a cell with several styles. */
  const PIECE = /(<span [^<>]*\bindex='\d+'[^<>]*>|<\/span>)/
  window.plainText = (value) => {
    const text = String(value ?? '')
    return /^<span [^<>]*\bindex='\d+'/.test(text)
      ? text
          .split(PIECE)
          .map((piece) => (PIECE.test(piece) ? piece : escaped(piece)))
          .join('')
      : escaped(text)
  }
}
