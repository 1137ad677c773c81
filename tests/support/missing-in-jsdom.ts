import { vi } from 'vitest'

/** For dialogs: opens them, not above the rest. */
export const stubDialogs = () =>
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
  })

/** As on a screen in light colours, until the globals are unstubbed. */
export const stubMatchMedia = () =>
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))

/** For elements that follow their size, until the globals are unstubbed. */
export const stubResizeObserver = () =>
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )

/** For text areas that grow with their text. */
export const stubFonts = () =>
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

/** For the screen of the editor, which then shows the source, until the globals are unstubbed. */
export function stubSourceEditor(): void {
  stubResizeObserver()
  stubMatchMedia()
  stubDialogs()
  Range.prototype.getClientRects ??= () => [] as unknown as DOMRectList
  localStorage.setItem('editor_face', 'source')
}
