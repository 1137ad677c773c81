// What is typed is text: `luckysheet-patches.ts` has luckysheet ask here before it takes the text of a cell for HTML.
{
  const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  /** What luckysheet puts around the pieces of a cell with several styles. */
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
