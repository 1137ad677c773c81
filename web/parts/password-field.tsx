import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** A password that can be shown. Unlike other fields, that of the library does not tell screen readers it is invalid. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput aria-invalid={Boolean(props.error) || undefined} {...props} />
)
