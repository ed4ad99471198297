/** A script of its own for static pages. Opens a share link in a small window, unless the browser blocks it. */
addEventListener('click', (event) => {
  const link = event.target.closest('a[data-share]:not(.prose a)')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (open(link.href, 'share', 'width=600,height=400')) event.preventDefault()
})
