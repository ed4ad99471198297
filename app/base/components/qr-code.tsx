import './qr-code.css'

export type QrCodeImage = { size: number; path: string }

/** Dark on light in both themes, as scanners need it. */
export function QrCode({ size, path, title }: QrCodeImage & { title: string }) {
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{title}</title>
      <path d={path} />
    </svg>
  )
}
