// luckysheet remembers the size of a text under one name and looks for it under another, so it measured each visible
// cell anew whenever it drew; and it forgot all sizes as soon as nobody scrolled.
{
  const MOST = 20_000
  let kept = new Map()
  /** Called by luckysheet, through `luckysheet-patches.ts`. */
  window.measured = (text, context, font, zoom, measure) => {
    const key = `${zoom} ${context.textBaseline} ${font ?? context.font} ${text}`
    let size = kept.get(key)
    if (size !== undefined) return size
    size = measure(text, context, font)
    if (kept.size >= MOST) kept = new Map()
    kept.set(key, size)
    return size
  }
}
