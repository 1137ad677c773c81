import { useLocation } from 'wouter'
import { api } from '../../api/trpc.ts'
import { EMPTY_ITEM, type ItemForm } from '../../item-form/item-form.ts'
import { isAskedFirst } from '../../leaving/asked-first.ts'
import { showToast } from '../../parts/toast-store.ts'

export interface AddItemOptions {
  readonly form: ItemForm
  readonly doneText: string
  readonly onError?: (error: unknown) => void
  /** Called when the item was added and somebody may stay with an empty form, because another one is typed in. */
  onEmptied?(): void
}

/** Adds the item of the form and opens it. */
export function useAddItem({ form, doneText, onError, onEmptied }: AddItemOptions) {
  const open = useOpenNewItem()
  const add = api.item.add.useMutation({
    meta: { isQuiet: true },
    onMutate: () => form.getValues(),
    onSuccess: async ({ itemId }, _, sent) => {
      // What was typed meanwhile is asked about.
      form.resetDirty(sent)
      const isOpened = await open(itemId)
      showToast(doneText)
      if (isOpened) return
      add.reset()
      // What was typed meanwhile stays as it is.
      if (form.isDirty()) return
      // A reset would show what was sent.
      form.setValues(EMPTY_ITEM)
      form.resetDirty(EMPTY_ITEM)
      onEmptied?.()
    },
    onError,
  })
  return add
}

/** Opens an item that is not in any cached list yet, or asks first, and returns false, if something typed would be lost. */
export function useOpenNewItem(): (itemId: number) => Promise<boolean> {
  const cache = api.useUtils()
  const [, navigate] = useLocation()
  return async (itemId) => {
    await cache.item.list.invalidate()
    const address = `/${itemId}`
    if (isAskedFirst(address)) return false
    navigate(address)
    return true
  }
}
