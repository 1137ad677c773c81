import { Check, Languages, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useColorScheme } from '../session/color-scheme.ts'
import { usePreferences } from '../session/preferences.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'

// Each language is named in itself, so that its speakers can find it.
const NAMES = { 'zh-cn': '简体中文', en: 'English' } as const

export function LanguageMenu() {
  const { t, i18n } = useTranslation()
  const { chooseLanguage } = usePreferences()
  return (
    <Menu
      renderOpener={(props) => (
        <IconButton label={t('nav.language')} {...props}>
          <Languages />
        </IconButton>
      )}
    >
      {(['zh-cn', 'en'] as const).map((language) => (
        <MenuItem
          key={language}
          icon={<Check visibility={i18n.language === language ? 'visible' : 'hidden'} />}
          onChoose={() => void chooseLanguage(language)}
        >
          <span lang={language}>{NAMES[language]}</span>
        </MenuItem>
      ))}
    </Menu>
  )
}

export function SchemeButton() {
  const { t } = useTranslation()
  const { chooseScheme } = usePreferences()
  const isDark = useColorScheme() === 'dark'
  return (
    <IconButton label={t(isDark ? 'nav.light' : 'nav.dark')} onClick={() => chooseScheme(isDark ? 'light' : 'dark')}>
      {isDark ? <Sun /> : <Moon />}
    </IconButton>
  )
}
