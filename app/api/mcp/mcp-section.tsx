import { useId } from 'react'
import { copyText } from '~/base/components/clipboard'
import { DashboardIcon } from '~/base/components/dashboard-icons'
import { FoldedForm } from '~/base/components/folded-form'
import { Link } from '~/base/components/link'
import { TokenForm, type TokenFormProps } from '~/integrations/tokens/token-form'
import './mcp.css'

type Props = {
  /** The address of the endpoint. */
  mcpUrl: string
  /** The token that was made just now. */
  made: { _id: string; secret: string } | undefined
  /** Of the form of a token for it. Undefined: the account may have no more tokens. */
  form: TokenFormProps | undefined
}

/** How to connect an assistant, on the screen 'Developers' (product 27). */
export function McpSection({ mcpUrl, made, form }: Props) {
  const id = useId()
  const server = {
    type: 'http',
    url: mcpUrl,
    headers: { Authorization: `Bearer ${made?.secret ?? 'bud_…'}` },
  }
  const config = JSON.stringify({ mcpServers: { budkeeper: server } }, null, 2)
  return (
    <section className="card form-section mcp" id="assistant" aria-labelledby="assistant-title">
      <h2 id="assistant-title">Use with an assistant (MCP)</h2>
      <p className="help wide">
        An assistant that speaks the Model Context Protocol can look things up for you: who is due, what you
        have in common, when all are free. It changes nothing, but with the scope ‘Read and propose’ it can
        propose contact details, which wait for your <Link to="/dashboard/review">review</Link>.
      </p>
      <ol className="mcp-steps wide">
        <li>
          Make a token for it. ‘Read’ is enough for looking things up. With ‘Read and write’, it could also
          change and delete records by the API.
        </li>
        <li>
          Add a server of the type ‘HTTP’ with the address <code>{mcpUrl}</code> and your token, as most
          assistants do in their file of servers:
        </li>
      </ol>
      {form && (
        <FoldedForm key={made?._id} label="New token for an assistant" isOpen={form.result !== undefined}>
          <TokenForm {...form} isForAssistant />
        </FoldedForm>
      )}
      <div className="mcp-config wide">
        <label htmlFor={id}>Configuration</label>
        <textarea
          className="input"
          id={id}
          readOnly
          rows={11}
          wrap="off"
          value={config}
          autoComplete="off"
          spellCheck={false}
        />
        <div>
          <button
            type="button"
            className="button quiet js-only"
            onClick={() => copyText(config, 'configuration')}
          >
            <DashboardIcon name="copy" />
            Copy
          </button>
        </div>
      </div>
      <p className="help wide">
        Whatever the assistant reads goes to whoever runs it. Notes and imported texts may come from other
        people, so do not let it act on them without looking.{' '}
        <Link to="/developers#assistants-mcp">All tools</Link>
      </p>
    </section>
  )
}
