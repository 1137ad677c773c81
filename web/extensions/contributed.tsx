import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { ExtensionPoint } from '#core/extension.ts'
import { useContributions, useSettledContributions, type Contributed as One } from './contributions.ts'
import { Slot, type FailureLook } from './slot.tsx'

export interface ContributedProps<P extends object> {
  readonly point: ExtensionPoint<{ readonly Component: ComponentType<P> }>
  /** The props of each component. */
  readonly with: P
  readonly failure: FailureLook
}

/** Renders all components contributed at a point. */
export const Contributed = <P extends object>({ point, ...shown }: ContributedProps<P>) =>
  slotsOf(useContributions(point), shown)

/**
 * The same where nothing may appear later and shift the layout: until all components are loaded, `waiting` is shown.
 */
export function ContributedTogether<P extends object>({ waiting, ...shown }: ContributedProps<P> & Waiting) {
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

const Settled = <P extends object>({ point, ...shown }: ContributedProps<P> & Waiting) =>
  slotsOf(useSettledContributions(point), shown)

const slotsOf = <P extends object>(
  contributed: readonly One<{ readonly Component: ComponentType<P> }>[],
  { with: props, failure, waiting }: Omit<ContributedProps<P>, 'point'> & Partial<Waiting>,
) =>
  contributed.map(({ pluginId, value: { Component } }, index) => (
    <Slot
      key={`${pluginId}.${index}`}
      {...{ pluginId, failure, waiting: waiting ?? null }}
      // A companion was not asked for, and has no place to say so.
      isExtra={failure === 'toast'}
    >
      <Component {...props} />
    </Slot>
  ))
