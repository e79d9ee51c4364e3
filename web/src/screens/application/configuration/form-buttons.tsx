/** Submit and cancel buttons of a form. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './configuration.module.css'

interface FormButtonsProps {
  submit: string
  isSubmitting: boolean
  color?: string
  onCancel: () => void
}

export function FormButtons({ submit, isSubmitting, color, onCancel }: FormButtonsProps) {
  const { t } = useTranslation('configuration')
  return (
    <div className={classes.buttons}>
      <Button type="submit" size="sm" color={color} loading={isSubmitting}>
        {submit}
      </Button>
      <Button variant="subtle" size="sm" disabled={isSubmitting} onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
