import { useTranslation } from 'react-i18next'

/** CodeMirror's words for searching, by its own English ones. */
export function useSearchPhrases(): Readonly<Record<string, string>> {
  const { t } = useTranslation('editor')
  return {
    all: t('search.all'),
    'by word': t('search.byWord'),
    close: t('search.close'),
    'current match': t('search.currentMatch'),
    Find: t('search.find'),
    go: t('search.go'),
    'Go to line': t('search.goToLine'),
    'match case': t('search.matchCase'),
    next: t('search.next'),
    'on line': t('search.onLine'),
    previous: t('search.previous'),
    regexp: t('search.regexp'),
    replace: t('search.replace'),
    Replace: t('search.replaceWith'),
    'replace all': t('search.replaceAll'),
    'replaced $ matches': t('search.replacedMatches'),
    'replaced match on line $': t('search.replacedLine'),
    'Selection deleted': t('search.selectionDeleted'),
  }
}
