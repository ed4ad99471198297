import { getFormProps, getInputProps, type SubmissionResult, useForm } from '@conform-to/react'
import { Form } from '@remix-run/react'
import type { Bud, BudInput } from './bud'

type Props = { title: string; bud?: Bud; answer?: { result: SubmissionResult; msg: string } }

export function BudForm({ title, bud, answer }: Props) {
  const [form, fields] = useForm<BudInput>({ lastResult: answer?.result, defaultValue: bud })
  return (
    <main>
      <h1>{title}</h1>
      <Form method="post" {...getFormProps(form)}>
        <p role="alert">{answer?.msg}</p>
        <input {...getInputProps(fields.Firstname, { type: 'text' })} required />
        <button type="submit">Submit</button>
      </Form>
    </main>
  )
}
