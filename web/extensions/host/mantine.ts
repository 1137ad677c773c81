// The fields and tabs of the product, in its colours below a `WorkFrame`: `/host/v2/mantine.js` for `@mantine/core`.
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
