// luckysheet gives its editor the focus whenever it is laid out anew, also when the size of the frame changes. What is
// outside of the frame keeps the focus until somebody comes into it.
{
  const take = HTMLElement.prototype.focus
  let wanted = null
  HTMLElement.prototype.focus = function focus(options) {
    if (document.hasFocus()) take.call(this, options)
    else wanted = this
  }
  addEventListener('focus', () => {
    const element = wanted
    wanted = null
    if (element?.isConnected) take.call(element, { preventScroll: true })
  })
}
