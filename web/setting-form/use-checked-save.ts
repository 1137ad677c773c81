import { useState } from 'react'
import type { SettingValues } from './use-setting-values.ts'
import type { ShownField } from './shown-field.ts'

export interface CheckedSaveOptions<Stored> {
  /** Reads what is stored; undefined when it could not be read. */
  reload(): Promise<Stored | undefined>
  fieldsOf(stored: Stored): readonly ShownField[]
  /** @param before what was stored just before; undefined when it could not be read */
  send(before: Stored | undefined): Promise<unknown>
}

export interface CheckedSave {
  /** From the first read until what is stored afterwards is shown. */
  readonly isPending: boolean
  /** Does nothing where fields are invalid, or somebody else has saved another value for one of them. */
  submit(): Promise<void>
}

/** Saves a settings form that several administrators may have open: reads what is stored, compares, sends, reads back. */
export function useCheckedSave<Stored>(
  form: Pick<SettingValues, 'check' | 'noted' | 'isStillOwn'>,
  { reload, fieldsOf, send }: CheckedSaveOptions<Stored>,
): CheckedSave {
  const [isPending, setPending] = useState(false)
  const save = async () => {
    const take = form.noted()
    const before = await reload()
    if (!form.isStillOwn(before && fieldsOf(before))) return
    const isSaved = await send(before).then(
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
