import type { MouseEventHandler } from 'react'
import { Button, type ButtonProps } from '#web/parts/button.tsx'
import { IconButton, type IconButtonProps } from '#web/parts/icon-button.tsx'

export interface WaitingButtonProps extends Omit<ButtonProps, 'disabled' | 'aria-disabled'> {
  /** While what it started is under way, or nothing can be started. */
  readonly isOff: boolean
}

export interface WaitingIconButtonProps extends Omit<IconButtonProps, 'disabled' | 'aria-disabled'> {
  /** As for a `WaitingButton`. */
  readonly isOff: boolean
}

/** Does nothing while it is off. */
export const WaitingButton = ({ isOff, onClick, ...rest }: WaitingButtonProps) => (
  <Button {...rest} {...waiting(isOff, onClick)} />
)

/** Does nothing while it is off. */
export const WaitingIconButton = ({ isOff, onClick, ...rest }: WaitingIconButtonProps) => (
  <IconButton {...rest} {...waiting(isOff, onClick)} />
)

/**
 * What makes a plain button one that does nothing while it is off. It is not disabled: whoever pressed it would lose the
 * focus, and go on at the beginning of the page.
 */
export const waiting = (isOff: boolean, onClick: MouseEventHandler<HTMLButtonElement> | undefined) => ({
  'aria-disabled': isOff,
  onClick: isOff ? nothing : onClick,
})
const nothing: MouseEventHandler = (event) => event.preventDefault()
