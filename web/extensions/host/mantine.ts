// The fields and tabs used by the product, with its colours inside a `WorkFrame`, and hooks for them:
// `/host/v2/mantine.js` for `@mantine/core`, `@mantine/form` and `@mantine/hooks`.
export {
  Checkbox,
  FileInput,
  MultiSelect,
  NativeSelect,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Tabs,
  Textarea,
  TextInput,
} from '@mantine/core'
export { useForm } from '@mantine/form'
export { useDebouncedValue } from '@mantine/hooks'
