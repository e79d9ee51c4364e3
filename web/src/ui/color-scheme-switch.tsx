/** Colour scheme switch: light, dark or system; the choice is stored. */
import { SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const SCHEMES = ['auto', 'light', 'dark'] as const

export function ColorSchemeSwitch() {
  const { t } = useTranslation('ui')
  // Otherwise Mantine stops transitions by a run-time <style> element, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
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
