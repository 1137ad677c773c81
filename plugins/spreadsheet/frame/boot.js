// The only script in the frame's document: the rest is passed in by the page around it, which has it in its cache. A
// frame with an opaque origin would load it again each time.
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
