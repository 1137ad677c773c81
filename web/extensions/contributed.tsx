import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { ExtensionPoint } from '#core/extension.ts'
import { useContributions, useSettledContributions, type Contributed as One } from './contributions.ts'
import { Slot, type FailureLook } from './slot.tsx'

interface Shown<P extends object> {
  readonly Component: ComponentType<P>
}
export interface ContributedProps<P extends object, More extends object = object> {
  readonly point: ExtensionPoint<Shown<P> & More>
  /** The props of each component; as a function, those of one, or null to leave it out. */
  readonly with: NoInfer<P> | ((contributed: NoInfer<One<Shown<P> & More>>) => P | null)
  readonly failure: FailureLook
}

/** Renders all components contributed at a point. */
export const Contributed = <P extends object, More extends object>({ point, ...shown }: ContributedProps<P, More>) =>
  slotsOf(useContributions(point), shown)

/**
 * The same where nothing may appear later and shift the layout: until all components are loaded, `waiting` is shown.
 */
export function ContributedTogether<P extends object, More extends object>({
  waiting,
  ...shown
}: ContributedProps<P, More> & Waiting) {
  // Starts loading even while nothing is rendered.
  useContributions(shown.point)
  return (
    <Suspense fallback={waiting}>
      <Settled {...shown} waiting={waiting} />
    </Suspense>
  )
}
interface Waiting {
  readonly waiting: ReactNode
}

const Settled = <P extends object, More extends object>({ point, ...shown }: ContributedProps<P, More> & Waiting) =>
  slotsOf(useSettledContributions(point), shown)

const slotsOf = <P extends object, More extends object>(
  contributed: readonly One<Shown<P> & More>[],
  { with: given, failure, waiting }: Omit<ContributedProps<P, More>, 'point'> & Partial<Waiting>,
) =>
  contributed.map((one, index) => {
    const { pluginId } = one
    const { Component }: Shown<P> = one.value
    const props = typeof given === 'function' ? given(one) : given
    return (
      props && (
        <Slot
          key={`${pluginId}.${index}`}
          {...{ pluginId, failure, waiting: waiting ?? null }}
          // A companion was not asked for, and has no place to say so.
          isExtra={failure === 'toast'}
        >
          <Component {...props} />
        </Slot>
      )
    )
  })
