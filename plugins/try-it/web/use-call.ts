import { useEffect, useRef, useState } from 'react'
import type { FrameAnswer, FrameCall } from '../frame-script.ts'
import { callInFrame } from './frame-call.ts'

type CallState =
  { readonly kind: 'none' } | { readonly kind: 'waiting' } | { readonly kind: 'answered'; readonly answer: FrameAnswer }

/** One call at a time; it ends with the screen. */
export function useCall(title: string) {
  const [state, setState] = useState<CallState>({ kind: 'none' })
  const under = useRef<AbortController | null>(null)
  useEffect(() => () => under.current?.abort(), [])
  const stop = () => {
    under.current?.abort()
    under.current = null
    setState({ kind: 'none' })
  }
  const send = async (call: FrameCall): Promise<void> => {
    under.current?.abort()
    const ending = new AbortController()
    under.current = ending
    setState({ kind: 'waiting' })
    const answer = await callInFrame(call, title, ending.signal)
    if (!ending.signal.aborted) setState({ kind: 'answered', answer })
  }
  return { state, send, stop }
}
