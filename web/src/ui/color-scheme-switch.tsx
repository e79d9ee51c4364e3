/** Light, dark or as the system says; the choice is remembered. */
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const SCHEMES = ['auto', 'light', 'dark'] as const

export function ColorSchemeSwitch() {
  const { t } = useTranslation('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <SegmentedControl
      size="sm"
      aria-label={t('scheme.label')}
      value={colorScheme}
      onChange={(value) => setColorScheme(SCHEMES.find((scheme) => scheme === value) ?? 'auto')}
      data={SCHEMES.map((value) => ({ value, label: t(`scheme.${value}`) }))}
    />
  )
}
