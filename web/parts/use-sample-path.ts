import { useTranslation } from 'react-i18next'
import type { Language } from '#core/language.ts'
import { useItemPath } from './use-item-path.ts'

/** Domains of the sample items that the product leads to, in each language (`npm run demo`). */
export const SAMPLE_DOMAINS = {
  demo: { en: 'ordersapi', 'zh-cn': 'ordersapicn' },
  help: { en: 'help', 'zh-cn': 'helpcn' },
} as const satisfies Record<string, Readonly<Record<Language, string>>>

/**
 * The path of a sample item in the reader's language; else of the one in English, which formerly held both languages.
 * Null while unknown, and on sites without samples.
 */
export function useSamplePath(sample: keyof typeof SAMPLE_DOMAINS): string | null {
  const { i18n } = useTranslation()
  const language = i18n.language === 'zh-cn' ? 'zh-cn' : 'en'
  const own = useItemPath(SAMPLE_DOMAINS[sample][language])
  const former = useItemPath(SAMPLE_DOMAINS[sample].en)
  return own ?? former
}
