import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from './copy-text.ts'
import { showToast } from './toast-store.ts'

/** Copies a text and shows whether that worked. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation()
  return useCallback(
    (text) =>
      void copyText(text).then((isCopied) =>
        isCopied ? showToast(t('copy.done')) : showToast(t('copy.failed'), 'bad'),
      ),
    [t],
  )
}
