// SPDX-License-Identifier: GPL-2.0-only
#include "pubsub-content.h"

#include <algorithm>

namespace ns3::pubsub
{

bool
IsAttributeName(const std::string& text)
{
    return text.find('.') == std::string::npos && Topic::IsTopic(text);
}

bool
IsValueText(const std::string& text)
{
    static const std::string reserved = "=<>,*[]";
    return text.find("..") == std::string::npos &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return c > ' ' && c <= '~' && reserved.find(c) == std::string::npos;
           });
}

bool
Content::IsWellFormed() const
{
    if (attributes.size() > MAX_ATTRIBUTES)
    {
        return false;
    }
    for (const EventAttribute& attribute : attributes)
    {
        if (!IsAttributeName(attribute.name) || attribute.value.empty() ||
            attribute.value.size() > Topic::MAX_LENGTH || !IsValueText(attribute.value) ||
            Find(attribute.name) != &attribute.value)
        {
            return false;
        }
    }
    return true;
}

const std::string*
Content::Find(const std::string& name) const
{
    const auto at = std::find_if(attributes.begin(),
                                 attributes.end(),
                                 [&name](const EventAttribute& a) { return a.name == name; });
    return at == attributes.end() ? nullptr : &at->value;
}

std::string
Content::AttributesText() const
{
    std::string text;
    for (const EventAttribute& attribute : attributes)
    {
        text += (text.empty() ? "" : ",") + attribute.name + "=" + attribute.value;
    }
    return text;
}

} // namespace ns3::pubsub
