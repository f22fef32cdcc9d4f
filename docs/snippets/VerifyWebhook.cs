using System.Globalization;
using System.Security.Cryptography;
using System.Text;

public static class HighstreetWebhook
{
    /// <summary>The oldest call to accept, in seconds.</summary>
    private const long Tolerance = 300;

    /// <param name="rawBody">The received bytes, before any parsing.</param>
    /// <param name="header">A header's value, or null: name => request.Headers[name].</param>
    /// <param name="secrets">The channel's secret; during a change, the old and the new one.</param>
    /// <param name="now">Unix time in seconds; null: the clock's.</param>
    public static bool IsFromHighstreet(
        byte[] rawBody, Func<string, string?> header, IEnumerable<string> secrets, long? now = null)
    {
        var id = header("Webhook-Id") ?? "";
        var timestamp = header("Webhook-Timestamp") ?? "";
        if (!long.TryParse(timestamp, NumberStyles.None, CultureInfo.InvariantCulture, out var sent)) return false;
        // Bounds instead of a difference, which could overflow.
        var clock = now ?? DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        if (sent < clock - Tolerance || sent > clock + Tolerance) return false;
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. rawBody];
        var given = (header("Webhook-Signature") ?? "").Split(' ').Select(Encoding.UTF8.GetBytes).ToArray();
        return secrets.Any(secret =>
        {
            var digest = HMACSHA256.HashData(Encoding.UTF8.GetBytes(secret), signed);
            var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(digest));
            return given.Any(signature => CryptographicOperations.FixedTimeEquals(signature, expected));
        });
    }
}
