import { useTranslation } from 'react-i18next'
import type { Language } from '#core/language.ts'
import { useLateApi } from '../api/use-late-api.ts'
import { chooseLanguage } from '../i18n/i18n.ts'
import { showToast } from '../parts/toast-store.ts'
import type { SchemeChoice } from './boot.ts'
import { chooseScheme } from './color-scheme.ts'
import { useCurrentUser } from './current-user.tsx'

/**
 * Applies a choice of language and colours, and stores it in this browser; for a logged-in person also with the
 * account, where it takes precedence at the next login. What is chosen for writing is with the account only.
 */
export function usePreferences() {
  const { t, i18n } = useTranslation()
  const user = useCurrentUser()
  const { order } = useLateApi()
  // This browser has the choice already, so a failure need not be reported.
  const keep = (choice: { language: Language } | { colorScheme: SchemeChoice }) =>
    order('account', 'choosePreferences', choice, { isQuiet: true })
  return {
    async chooseLanguage(language: Language): Promise<void> {
      try {
        await chooseLanguage(i18n, language)
        if (user) keep({ language })
      } catch {
        showToast(t('error.connection'), 'bad')
      }
    },
    chooseScheme(colorScheme: SchemeChoice): void {
      chooseScheme(colorScheme)
      if (user) keep({ colorScheme })
    },
    /** The preview of long pages stays on while they are written. */
    keepPreview: (): void =>
      order('account', 'choosePreferences', { keepsPreview: true }, { outdates: ['account', 'me'] }),
  }
}
