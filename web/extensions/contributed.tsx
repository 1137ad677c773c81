import type { ComponentType } from 'react'
import type { ExtensionPoint } from '#core/extension.ts'
import { useContributions } from './contributions.ts'
import { Slot, type FailureLook } from './slot.tsx'

export interface ContributedProps<P extends object> {
  readonly point: ExtensionPoint<{ readonly Component: ComponentType<P> }>
  /** What each of them is given. */
  readonly with: P
  readonly failure: FailureLook
}

/** Everything plugins have put at a point that holds components. */
export const Contributed = <P extends object>({ point, with: props, failure }: ContributedProps<P>) =>
  useContributions(point).map(({ pluginId, value: { Component } }, index) => (
    <Slot key={`${pluginId}.${index}`} pluginId={pluginId} failure={failure} isExtra>
      <Component {...props} />
    </Slot>
  ))
