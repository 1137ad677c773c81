import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'

type Tone = 'accent' | 'bad' | 'neutral'

interface ToneColors {
  readonly solid: string
  readonly solidHover: string
  readonly onSolid: string
  readonly soft: string
  readonly text: string
}

const TONES: Readonly<Record<Tone, ToneColors>> = {
  accent: {
    solid: 'var(--accent)',
    solidHover: 'var(--accent-strong)',
    onSolid: 'var(--on-accent)',
    soft: 'var(--accent-soft)',
    text: 'var(--accent-strong)',
  },
  bad: {
    solid: 'var(--bad)',
    solidHover: 'color-mix(in srgb, var(--bad) 86%, var(--fg))',
    onSolid: 'var(--bg)',
    soft: 'var(--bad-soft)',
    text: 'var(--bad)',
  },
  neutral: {
    solid: 'var(--fg)',
    solidHover: 'var(--fg-2)',
    onSolid: 'var(--bg)',
    soft: 'var(--bg-hover)',
    text: 'var(--fg-2)',
  },
}

const isTone = (color: string | undefined): color is Tone => color !== undefined && color in TONES
const tuple = (color: string): MantineColorsTuple =>
  Array.from({ length: 10 }, () => color) as unknown as MantineColorsTuple

// Mantine uses these for fields in the dark scheme: the neutrals of our tokens instead of its own.
const DARK: MantineColorsTuple = [
  '#eceff3',
  '#cfd5dd',
  '#b4bcc7',
  '#98a1ae',
  '#3a414c',
  '#20242b',
  '#181b20',
  '#131519',
  '#0f1114',
  '#0b0d10',
]
const THIN = '1px solid'

/** Colors come from our tokens, which adapt to the color scheme; Mantine's shades do not. */
const variantColorResolver: VariantColorsResolver = ({ color, variant }) => {
  const tone = TONES[isTone(color) ? color : 'accent']
  if (variant === 'filled') {
    return { background: tone.solid, hover: tone.solidHover, color: tone.onSolid, border: `${THIN} transparent` }
  }
  if (variant === 'light') {
    return { background: tone.soft, hover: tone.soft, color: tone.text, border: `${THIN} transparent` }
  }
  if (variant === 'outline') {
    return { background: 'transparent', hover: tone.soft, color: tone.text, border: `${THIN} currentColor` }
  }
  if (variant === 'default') {
    return {
      background: 'var(--bg)',
      hover: 'var(--bg-hover)',
      color: 'var(--fg)',
      border: `${THIN} var(--line-strong)`,
    }
  }
  return { background: 'transparent', hover: tone.soft, color: tone.text, border: `${THIN} transparent` }
}

/** Mantine in our visual language: thin borders, one accent, small type, short motion. */
export const theme = createTheme({
  primaryColor: 'accent',
  colors: { dark: DARK, accent: tuple('var(--accent)'), bad: tuple('var(--bad)'), neutral: tuple('var(--fg-2)') },
  variantColorResolver,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font)', fontWeight: '650' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '15px', xl: '18px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '10px', xl: '16px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow-card)',
    sm: 'var(--shadow-card)',
    md: 'var(--shadow-overlay)',
    lg: 'var(--shadow-overlay)',
    xl: 'var(--shadow-overlay)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'neutral', size: 'md' } },
    // The message of a refusal is displayed beside the field, so it must not move the label.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    Menu: { defaultProps: { transitionProps: { duration: 120 }, shadow: 'md', position: 'bottom-end' } },
    Select: {
      defaultProps: {
        comboboxProps: { withinPortal: false, shadow: 'md' },
        // Tab would move the focus to the list, which closes with it, and the focus would be lost.
        scrollAreaProps: { viewportProps: { tabIndex: -1 } },
      },
    },
  },
})

const shared = {
  '--mantine-color-text': 'var(--fg)',
  '--mantine-color-bright': 'var(--fg)',
  '--mantine-color-body': 'var(--bg)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-placeholder': 'var(--fg-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--bg)',
  '--mantine-color-default-hover': 'var(--bg-hover)',
  '--mantine-color-default-color': 'var(--fg)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-dimmed': 'var(--fg-2)',
  '--mantine-color-disabled': 'var(--bg-hover)',
  '--mantine-color-disabled-color': 'var(--fg-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-strong)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent-strong)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
}

/** The tokens contain the colors of both schemes, so both get the same names. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared })
