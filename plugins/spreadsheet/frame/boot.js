// All that the frame's document has: it gets the rest from the page around it, which has it in its cache. A frame with an
// origin of nobody would load it anew each time.
addEventListener('message', function take(event) {
  if (event.source !== parent || !event.data || event.data.kind !== 'code') return
  removeEventListener('message', take)
  const style = document.createElement('style')
  style.textContent = event.data.style
  document.head.append(style)
  const script = document.createElement('script')
  script.src = URL.createObjectURL(new Blob([event.data.code], { type: 'text/javascript' }))
  script.addEventListener('load', () => {
    URL.revokeObjectURL(script.src)
    parent.postMessage({ kind: 'loaded' }, '*')
  })
  script.addEventListener('error', () => parent.postMessage({ kind: 'failed' }, '*'))
  document.head.append(script)
})
parent.postMessage({ kind: 'waiting' }, '*')
