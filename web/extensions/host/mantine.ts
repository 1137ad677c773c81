// The fields and tabs used by the product, with its colours inside a `WorkFrame`: `/host/v2/mantine.js` for
// `@mantine/core`.
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
