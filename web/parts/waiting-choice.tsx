import {
  Checkbox,
  NativeSelect,
  Radio,
  type CheckboxProps,
  type NativeSelectProps,
  type RadioProps,
} from '@mantine/core'

export interface WaitingSelectProps extends Omit<NativeSelectProps, 'disabled' | 'aria-disabled'> {
  /** While what was chosen is being saved, or nothing can be chosen. */
  readonly isOff: boolean
}

export interface WaitingCheckboxProps extends Omit<CheckboxProps, 'disabled' | 'aria-disabled' | 'readOnly'> {
  /** As for a `WaitingSelect`. */
  readonly isOff: boolean
}

export interface WaitingRadioProps extends Omit<RadioProps, 'disabled' | 'aria-disabled' | 'readOnly'> {
  /** As for a `WaitingSelect`. */
  readonly isOff: boolean
}

// Not disabled: whoever chose with the keyboard would lose the focus, and go on at the beginning of the page.

/** Shows the same value whatever is chosen while it is off. */
export const WaitingSelect = ({ isOff, onChange, ...rest }: WaitingSelectProps) => (
  <NativeSelect {...rest} aria-disabled={isOff} onChange={isOff ? nothing : onChange} />
)

/** Stays as it is while it is off. */
export const WaitingCheckbox = ({ isOff, ...rest }: WaitingCheckboxProps) => (
  <Checkbox {...rest} aria-disabled={isOff} readOnly={isOff} />
)

/** Stays as it is while it is off, also in a group. */
export const WaitingRadio = ({ isOff, ...rest }: WaitingRadioProps) => (
  <Radio {...rest} aria-disabled={isOff} readOnly={isOff} />
)

const nothing = () => {}
