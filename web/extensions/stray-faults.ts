import type { i18n } from 'i18next'
import { showToast } from '../parts/toast-store.ts'
import type { RunningPlugin } from '#web/session/running-plugins.ts'

/**
 * Says whose code failed where no error boundary sees it: in handlers of clicks and keys, and in promises they started.
 * Only right after somebody did something: nobody waits for what a timer does by itself.
 */
export function tellStrayFaults(i18n: i18n, running: readonly RunningPlugin[]): void {
  const droppedIn = running.filter(({ web }) => web !== null)
  if (droppedIn.length === 0) return
  const tell = (thrown: unknown, fileName = ''): void => {
    // What somebody left is given up on purpose.
    if ((thrown as Partial<Error> | null)?.name === 'AbortError') return
    const where = `${fileName} ${stackOf(thrown)}`
    const plugin = droppedIn.find(({ id }) => where.includes(`/plugins/${id}/`))?.id
    if (plugin !== undefined && navigator.userActivation.isActive) showToast(i18n.t('plugin.failed', { plugin }), 'bad')
  }
  addEventListener('error', ({ filename, error }) => tell(error, filename))
  addEventListener('unhandledrejection', ({ reason }) => tell(reason))
}

const stackOf = (thrown: unknown): string => (thrown instanceof Error ? (thrown.stack ?? '') : '')
