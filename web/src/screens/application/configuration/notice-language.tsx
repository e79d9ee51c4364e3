/** Language of mails and notices. It is stored with the account, the screen's language on the device. */
import { NativeSelect } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { accountQuery, changeNoticeLanguage } from '../../../api/credentials.ts'
import { isLanguage, LANGUAGES } from '../../../i18n/language.ts'
import { toast } from '../../../ui/toast.ts'
import { FailureAlert } from './failure-alert.tsx'
import { Setting } from './setting.tsx'

const OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))

export function NoticeLanguage({ langKey }: { langKey: string }) {
  const { t } = useTranslation('configuration')
  const cache = useQueryClient()
  const changing = useMutation({
    mutationFn: changeNoticeLanguage,
    onSuccess: (changed) => {
      cache.setQueryData(accountQuery.queryKey, (account) => account && { ...account, ...changed })
      toast.success(t('noticeLanguageSaved'))
    },
  })
  const shown = changing.isPending ? changing.variables : langKey
  return (
    <Setting
      name={t('noticeLanguage')}
      text={t('noticeLanguageText')}
      control={
        <NativeSelect
          size="sm"
          w={160}
          aria-label={t('noticeLanguage')}
          disabled={changing.isPending}
          value={shown}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && changing.mutate(value)}
          data={OPTIONS}
        />
      }
    >
      <FailureAlert error={changing.error} />
    </Setting>
  )
}
