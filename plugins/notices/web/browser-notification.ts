export interface BrowserMessage {
  readonly title: string
  readonly body: string
  /** Messages with the same tag replace each other, in all tabs. */
  readonly tag: string
  /** Called when the notification is clicked. */
  open(): void
}

/** Shows it as a notification of the browser. @returns false when the browser cannot or may not (ERR-14) */
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
    // Phone browsers have this API, but refuse it to pages.
    return false
  }
}

/** Null for browsers without notifications. */
export const permission = (): NotificationPermission | null =>
  typeof Notification === 'undefined' ? null : Notification.permission
