/**
 * The script for the page with the in-store widget.
 * @param apiUrl public address of the REST API
 */
export const widgetSnippet = (apiUrl: string, widgetToken: string): string =>
  `<script>
  fetch("${apiUrl}/v1/widget-sightings", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ widgetToken: "${widgetToken}" }),
    keepalive: true,
  });
</script>`;
