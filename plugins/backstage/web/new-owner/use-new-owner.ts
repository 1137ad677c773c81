import { useState, type FormEvent } from 'react'
import { refusalOf } from '#web/api/errors.ts'
import { useBackstageText } from '../texts.ts'

/** Refusals that concern the typed name. */
const OF_NAME: readonly (string | null)[] = ['unknownUser', 'sameOwner', 'receiverSwitchedOff']

/** The change that is sent with the name. */
interface NewOwnerChange {
  readonly error: unknown
  reset(): void
}

export interface NewOwner {
  readonly typed: string
  /** What is wrong with the name; null for nothing. */
  readonly problem: string | null
  /** What was refused for another reason than the name. */
  readonly otherError: unknown
  type(name: string): void
  /** Handles the form: sends a name, and asks for one that is missing. */
  submit(event: FormEvent): void
}

/** The username of whoever gets something, typed in a dialog. */
export function useNewOwner({ error, reset }: NewOwnerChange, send: (username: string) => void): NewOwner {
  const t = useBackstageText()
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const refusal = refusalOf(error)
  const ofName = refusal && OF_NAME.includes(refusal.kind) ? refusal.message : null
  const username = typed.trim()
  return {
    typed,
    problem: isTried && username === '' ? t('people.usernameRequired') : ofName,
    otherError: ofName === null ? error : null,
    type(name) {
      setTyped(name)
      if (ofName !== null) reset()
    },
    submit(event) {
      event.preventDefault()
      setTried(true)
      if (username !== '') send(username)
    },
  }
}
