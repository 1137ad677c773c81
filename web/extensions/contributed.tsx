import { Fragment, type ComponentType, type ReactNode } from 'react'
import type { ExtensionPoint } from '#core/extension.ts'
import { useContributions, usePluginsAreSettled, type Contributed as One } from './contributions.ts'
import { AwaitedEntry, EntryPlace, useAwaited } from './entries-together.tsx'
import { Slot, type FailureLook } from './slot.tsx'

interface Shown<P extends object> {
  readonly Component: ComponentType<P>
}
interface Given<P extends object, More extends object> {
  readonly point: ExtensionPoint<Shown<P> & More>
  /** The props of each component; as a function, those of one, or null to leave it out. */
  readonly with: NoInfer<P> | ((contributed: NoInfer<One<Shown<P> & More>>) => P | null)
}
export interface ContributedProps<P extends object, More extends object = object> extends Given<P, More> {
  readonly failure: FailureLook
  /** Shown while one is loading; nothing when left out. */
  readonly waiting?: ReactNode
  /** What each is in. */
  readonly Place?: ComponentType<{ readonly children: ReactNode }>
}

/** Renders all components contributed at a point. */
export const Contributed = <P extends object, More extends object>({
  point,
  with: given,
  failure,
  waiting = null,
  Place = Fragment,
}: ContributedProps<P, More>) =>
  useContributions(point).map((one, index) => {
    const { pluginId } = one
    const { Component }: Shown<P> = one.value
    const props = typeof given === 'function' ? given(one) : given
    return (
      props && (
        <Place key={`${pluginId}.${index}`}>
          <Slot
            {...{ pluginId, failure, waiting }}
            // A companion was not asked for, and has no place to say so.
            isExtra={failure === 'toast'}
          >
            <Component {...props} />
          </Slot>
        </Place>
      )
    )
  })

/** The same for entries of a menu, within `EntriesTogether`. */
export function ContributedEntries<P extends object, More extends object>(given: Given<P, More>) {
  useAwaited(!usePluginsAreSettled())
  return <Contributed {...given} failure="menuItem" waiting={<AwaitedEntry />} Place={EntryPlace} />
}
