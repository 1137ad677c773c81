import { useTranslation } from 'react-i18next'

/** CodeMirror's words for searching, by its own English ones. */
export function useSearchPhrases(): Readonly<Record<string, string>> {
  const { t } = useTranslation('editor')
  return {
    all: t('search.all'),
    'by word': t('search.byWord'),
    close: t('search.close'),
    Find: t('search.find'),
    'match case': t('search.matchCase'),
    next: t('search.next'),
    previous: t('search.previous'),
    regexp: t('search.regexp'),
    replace: t('search.replace'),
    Replace: t('search.replaceWith'),
    'replace all': t('search.replaceAll'),
  }
}
