// From the one instance the product runs on. `export *` would find no names: React is CommonJS.
import * as ReactDom from 'react-dom'

// Plugins may be compiled to take it so.
// oxlint-disable-next-line import/no-default-export
export default ReactDom
export const { createPortal, flushSync, preconnect, prefetchDNS, preinit, preload, useFormStatus } = ReactDom
