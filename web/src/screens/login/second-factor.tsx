/** Second step of a sign-in, for an account with a second factor. */
import { Anchor } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasCode } from '../../api/error-text.ts'
import { loadPhrases } from '../../i18n/index.ts'
import { AccessPanel } from '../../parts/access-panel.tsx'
import { FactorForm, type FactorProof } from '../../parts/factor/factor-form.tsx'
import { type SecondFactorRequest, verifySecondFactor } from '../../session.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const LostFactor = lazyComponent(async () => {
  const [{ LostFactor }] = await Promise.all([import('./lost-factor.tsx'), loadPhrases(['lost-factor'])])
  return LostFactor
})

interface SecondFactorProps {
  asked: SecondFactorRequest
  /** Called when the password has to be entered again. */
  onExpired: (error: unknown) => void
  onBack: () => void
}

export function SecondFactor({ asked: { challenge, methods, passkey }, onExpired, onBack }: SecondFactorProps) {
  const { t } = useTranslation(['access', 'factor'])
  const [isLost, setLost] = useState(false)

  async function prove(proof: FactorProof<(typeof methods)[number]>): Promise<void> {
    try {
      await verifySecondFactor({ challenge, ...proof })
    } catch (error) {
      if (!hasCode(error, 'identity.second_factor_wrong')) onExpired(error)
      throw error
    }
  }

  if (isLost) return <LostFactor challenge={challenge} onBack={() => setLost(false)} />
  return (
    <AccessPanel title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
      <FactorForm methods={methods} passkey={passkey} prove={prove} />
      <p>
        <Anchor component="button" type="button" underline="always" onClick={() => setLost(true)}>
          {t('factor:lost')}
        </Anchor>
      </p>
      <p>
        <Anchor component="button" type="button" underline="always" onClick={onBack}>
          {t('secondFactor.back')}
        </Anchor>
      </p>
    </AccessPanel>
  )
}
