// Findings in the format that code hosts and editors exchange.

internal import JSON
internal import Localization

/// Findings as SARIF (OASIS, "Static Analysis Results Interchange Format Version 2.1.0").
public enum SARIFReport {
    /// Writes a report; it ends with a line break.
    ///
    /// - Parameter checks: the rules to describe; those of the findings should be among them.
    public static func text(
        _ findings: [Finding], checks: [any TranslationCheck] = CheckRegistry.all, tool: ReportTool
    ) -> String {
        var driver = JSONObject()
        driver.set("name", tool.name)
        driver.set("version", tool.version)
        driver.set("rules", checks.map { rule($0, tool) })
        var toolObject = JSONObject()
        toolObject.set("driver", driver)
        var indices: [String: Int] = [:]
        for (index, check) in checks.enumerated() { indices[check.identifier] = index }
        var run = JSONObject()
        run.set("tool", toolObject)
        // Columns count Unicode scalars (section 3.14.27).
        run.set("columnKind", "unicodeCodePoints")
        run.set("results", findings.map { result($0, rule: indices[$0.check], tool) })
        var log = JSONObject()
        log.set("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        log.set("version", "2.1.0")
        log.set("runs", [run])
        return log.text + "\n"
    }

    private static func rule(_ check: any TranslationCheck, _ tool: ReportTool) -> JSONObject {
        var configuration = JSONObject()
        configuration.set("enabled", json: check.isOptIn ? "false" : "true")
        configuration.set("level", check.severity.rawValue)
        var properties = JSONObject()
        properties.set("tags", [check.category.rawValue])
        let explanation = tool.explanation(check)
        var rule = JSONObject()
        rule.set("id", check.identifier)
        rule.set("shortDescription", message(explanation))
        rule.set("help", message(explanation))
        rule.set("defaultConfiguration", configuration)
        rule.set("properties", properties)
        return rule
    }

    private static func result(_ finding: Finding, rule: Int?, _ tool: ReportTool) -> JSONObject {
        var result = JSONObject()
        result.set("ruleId", finding.check)
        if let rule { result.set("ruleIndex", rule) }
        result.set("level", finding.severity.rawValue)
        result.set("message", message(tool.messageWithLocale(finding)))
        result.set("locations", [location(finding.path, finding.position)])
        if let related = finding.related {
            result.set("relatedLocations", [location(related.path, related.position)])
        }
        var fingerprints = JSONObject()
        fingerprints.set("lstrings/v1", finding.fingerprintDigest)
        result.set("partialFingerprints", fingerprints)
        return result
    }

    private static func message(_ text: String) -> JSONObject {
        var message = JSONObject()
        message.set("text", text)
        return message
    }

    private static func location(_ path: String, _ position: SourcePosition?) -> JSONObject {
        var artifact = JSONObject()
        artifact.set("uri", uri(path))
        var place = JSONObject()
        place.set("artifactLocation", artifact)
        var region = JSONObject()
        // Code hosts show nothing that has no line.
        region.set("startLine", position?.line ?? 1)
        region.set("startColumn", position?.column ?? 1)
        place.set("region", region)
        var location = JSONObject()
        location.set("physicalLocation", place)
        return location
    }

    /// A path as a URI reference (RFC 3986): relative paths stay relative, absolute ones get the scheme
    /// `file`.
    static func uri(_ path: String) -> String {
        var uri = path.utf8.first == UInt8(ascii: "/") ? "file://" : ""
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        let digits = Array("0123456789ABCDEF")
        for byte in rest.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                uri.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                uri += "%"
                uri.append(digits[Int(byte >> 4)])
                uri.append(digits[Int(byte & 15)])
            }
        }
        return uri
    }
}
