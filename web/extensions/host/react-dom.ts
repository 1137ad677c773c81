// From the product's single instance. `export *` would export nothing: React is CommonJS.
import * as ReactDom from 'react-dom'

// Some compilers use the default export.
// oxlint-disable-next-line import/no-default-export
export default ReactDom
export const { createPortal, flushSync, preconnect, prefetchDNS, preinit, preload, useFormStatus } = ReactDom
