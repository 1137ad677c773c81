import { useEffect, useRef, useState } from 'react'
import type { FrameCall } from '../frame-script.ts'
import { callInFrame } from './frame-call.ts'
import { answerOf, relayedCall, type CallAnswer } from './relayed-answer.ts'
import { tryApi } from './try-api.ts'

type CallState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'answered'; readonly call: FrameCall; readonly answer: CallAnswer }

/** One call at a time; cancelled when the screen is closed. */
export function useCall(pageId: number, title: string) {
  const relaying = tryApi.relay.useMutation({ meta: { isQuiet: true } })
  const [state, setState] = useState<CallState>({ kind: 'none' })
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const stop = () => {
    under.current?.abort()
    under.current = null
    setState({ kind: 'none' })
  }
  const make = async (call: FrameCall, work: (ended: AbortSignal) => Promise<CallAnswer>): Promise<void> => {
    under.current?.abort()
    const ending = new AbortController()
    under.current = ending
    setState({ kind: 'waiting' })
    const answer = await work(ending.signal)
    if (!ending.signal.aborted) setState({ kind: 'answered', call, answer })
  }
  const send = (call: FrameCall) => make(call, (ended) => callInFrame(call, title, ended))
  /** Through the server, for calls that the browser blocks. */
  const relay = (call: FrameCall) =>
    make(call, () =>
      relaying
        .mutateAsync({ pageId, ...relayedCall(call) })
        .then(answerOf, (): CallAnswer => ({ failure: 'relayAway' })),
    )
  return { state, send, relay, stop }
}
