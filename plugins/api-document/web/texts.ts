import { useTranslation } from 'react-i18next'
import type { Language } from '#core/language.ts'
import { pluginTexts } from '#web/extensions/plugin-texts.ts'
import type en from '../locales/en.json'
import { DOCUMENT_WORDS, type DocumentWords } from '../words.ts'

export const useDocumentText = pluginTexts<typeof en>('api-document')

/** The words that are also used in the markdown of a document. */
export function useDocumentWords(): DocumentWords {
  const { i18n } = useTranslation()
  return DOCUMENT_WORDS[i18n.language as Language]
}
