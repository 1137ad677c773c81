export interface BrowserMessage {
  readonly title: string
  readonly body: string
  /** Messages of the same tag replace each other, whichever tab shows them. */
  readonly tag: string
  /** Called when the person clicks it. */
  open(): void
}

/** Shows it beside the browser. @returns false when the browser cannot or may not (ERR-14) */
export function notifyByBrowser({ title, body, tag, open }: BrowserMessage): boolean {
  if (permission() !== 'granted') return false
  try {
    const notification = new Notification(title, { body, tag })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      open()
    })
    return true
  } catch {
    // Browsers of phones have it and refuse it to pages.
    return false
  }
}

/** Null for browsers without notifications. */
export const permission = (): NotificationPermission | null =>
  typeof Notification === 'undefined' ? null : Notification.permission
