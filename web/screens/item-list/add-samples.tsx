import { useTranslation } from 'react-i18next'
import { api } from '../../api/trpc.ts'
import { Button } from '../../parts/button.tsx'
import { showToast } from '../../parts/toast-store.ts'

/** Offers sample items of their own to people without items. */
export function AddSamples() {
  const { t } = useTranslation('items')
  const cache = api.useUtils()
  const add = api.sample.add.useMutation({
    onSuccess: async () => {
      await cache.invalidate()
      showToast(t('samples.added'))
    },
  })
  return (
    <Button disabled={add.isPending} onClick={() => add.mutate({})}>
      {t(add.isPending ? 'samples.adding' : 'samples.add')}
    </Button>
  )
}
