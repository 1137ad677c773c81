import { useState } from 'react'
import type { SettingValues } from './use-setting-values.ts'
import type { ShownField } from './shown-field.ts'

export interface CheckedSaveOptions<Stored> {
  /** Reads what is stored after the save; undefined when it could not be read. */
  reload(): Promise<Stored | undefined>
  fieldsOf(stored: Stored): readonly ShownField[]
  /**
   * Sends the changes with what was `seen` in their fields: the server refuses them when somebody else has saved
   * something else since, which `showRefused` tells.
   */
  send(seen: SettingValues['seen']): Promise<unknown>
}

export interface CheckedSave {
  /** Until what is stored afterwards is shown. */
  readonly isPending: boolean
  /** Does nothing where fields are invalid. */
  submit(): Promise<void>
}

/** Saves a settings form that several administrators may have open, and shows what is stored afterwards. */
export function useCheckedSave<Stored>(
  form: Pick<SettingValues, 'check' | 'noted' | 'seen'>,
  { reload, fieldsOf, send }: CheckedSaveOptions<Stored>,
): CheckedSave {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    const take = form.noted()
    const isSaved = await send(form.seen).then(
      () => true,
      () => false,
    )
    if (!isSaved) return
    const stored = await reload()
    take(stored && fieldsOf(stored))
  }
  return {
    isPending,
    async submit() {
      if (!form.check()) return
      setPending(true)
      await save().finally(() => setPending(false))
    },
  }
}
